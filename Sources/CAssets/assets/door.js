// A one-time link: the button is pressed for a person who looks at the page; whoever only fetches it spends nothing.
const form = document.querySelector('form[data-enter]');
const enter = () => {
  if (document.visibilityState !== 'visible') return;
  document.removeEventListener('visibilitychange', enter);
  form.requestSubmit();
};
if (form) {
  document.addEventListener('visibilitychange', enter);
  enter();
}
