// A one-time link: submits the form only when the page is visible, so that link previews do not redeem it.
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
