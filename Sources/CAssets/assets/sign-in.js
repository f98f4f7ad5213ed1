// A one-time link: submits the form only when the page is visible, so that link previews do not redeem it.
const form = document.querySelector('form[data-sign-in-form]');
const submitWhenVisible = () => {
  if (document.visibilityState !== 'visible') return;
  document.removeEventListener('visibilitychange', submitWhenVisible);
  form.requestSubmit();
};
if (form) {
  document.addEventListener('visibilitychange', submitWhenVisible);
  submitWhenVisible();
}
