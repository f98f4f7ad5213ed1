// Paths within the open edition.
export const editionPath = (path) => `/${document.documentElement.dataset.edition}/${path}`;
