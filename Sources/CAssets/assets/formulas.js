// Shows TeX as MathML, written by KaTeX. Without script, and where KaTeX does not know a command, the TeX is shown.
import './katex.min.js';
import { parsed } from './page.js';

// No links, pictures or classes; commands that define themselves by themselves end soon.
const options = { output: 'mathml', strict: 'ignore', trust: false, maxSize: 4, maxExpand: 500 };
// In characters. Longer texts would keep the page busy.
const limit = 5000;

// Browsers heed no `mathvariant` but `normal`: where the letters of a style begin, and those that Unicode had before.
const styles = {
  bold: [0x1D400, 0x1D41A, 0x1D7CE], italic: [0x1D434, 0x1D44E, 0, 'hℎ'], 'bold-italic': [0x1D468, 0x1D482],
  script: [0x1D49C, 0x1D4B6, 0, 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ'], fraktur: [0x1D504, 0x1D51E, 0, 'CℭHℌIℑRℜZℨ'],
  'double-struck': [0x1D538, 0x1D552, 0x1D7D8, 'CℂHℍNℕPℙQℚRℝZℤ'], 'sans-serif': [0x1D5A0, 0x1D5BA, 0x1D7E2],
  monospace: [0x1D670, 0x1D68A, 0x1D7F6],
};

function styled(text, [capital, small, digit, others = '']) {
  return text.replace(/[A-Za-z0-9]/g, (letter) => {
    const known = others.indexOf(letter);
    if (known >= 0) return others[known + 1];
    const first = letter < 'A' ? '0' : letter < 'a' ? 'A' : 'a';
    const start = { 0: digit, A: capital, a: small }[first];
    return start ? String.fromCodePoint(start + letter.codePointAt(0) - first.codePointAt(0)) : letter;
  });
}

// Sides as styles: browsers heed no `columnalign`.
function alignColumns(table) {
  const sides = table.getAttribute('columnalign')?.split(' ') ?? [];
  const isTight = table.getAttribute('columnspacing')?.startsWith('0em');
  for (const row of table.children) {
    // KaTeX puts empty cells around aligned equations.
    const cells = [...row.children].filter((cell) => !cell.hasAttribute('class'));
    cells.forEach((cell, column) => {
      cell.style.textAlign = sides[column] ?? 'center';
      if (isTight) cell.style.paddingInline = 0;
    });
  }
}

function formulaOf(tex, displayMode) {
  // The page's policy has no styles in attributes.
  const markup = katex.renderToString(tex, { ...options, displayMode }).replace(/ style="[^"]*"/g, '');
  const math = parsed(markup).querySelector('math');
  // It repeats the TeX.
  for (const element of math.querySelectorAll('annotation')) element.remove();
  // Colours are chosen for other backgrounds.
  for (const element of math.querySelectorAll('[mathcolor], [mathbackground]')) {
    element.removeAttribute('mathcolor');
    element.removeAttribute('mathbackground');
  }
  for (const element of math.querySelectorAll('mi[mathvariant], mn[mathvariant]')) {
    const style = styles[element.getAttribute('mathvariant')];
    if (!style) continue;
    element.textContent = styled(element.textContent, style);
    element.removeAttribute('mathvariant');
  }
  for (const table of math.querySelectorAll('mtable')) alignColumns(table);
  if (!displayMode) return document.adoptNode(math);
  const scroller = document.createElement('span');
  scroller.className = 'formula';
  scroller.append(document.adoptNode(math));
  return scroller;
}

export function prepare(root) {
  for (const code of root.querySelectorAll('code.tex, code.tex-block')) {
    const tex = code.textContent;
    if (tex.length > limit) continue;
    try {
      code.replaceWith(formulaOf(tex, code.className === 'tex-block'));
    } catch (error) {
      if (!(error instanceof katex.ParseError)) throw error;
    }
  }
}
