export const workbenchPath = '/testPreview/backend';
