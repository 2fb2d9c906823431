/** In development only. */
export const workbenchPath = '/testPreview/backend';
