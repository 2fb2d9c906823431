/** Where the workbench is; in development only. */
export const workbenchPath = '/testPreview/backend';
