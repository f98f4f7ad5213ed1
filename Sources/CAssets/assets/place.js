// Paths within the open edition.
export const at = (path) => `/${document.documentElement.dataset.edition}/${path}`;
