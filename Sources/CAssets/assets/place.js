// Addresses within the edition that is open.
export const at = (path) => `/${document.documentElement.dataset.edition}/${path}`;
