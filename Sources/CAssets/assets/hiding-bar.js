// Hides the top bar while scrolling down and shows it again when scrolling up, if the edition says so.
let last = scrollY;
addEventListener('scroll', () => {
  const by = scrollY - last;
  if (Math.abs(by) < 8) return;
  last = scrollY;
  document.body.classList.toggle('top-bar-hidden', by > 0 && scrollY > 120);
}, { passive: true });
