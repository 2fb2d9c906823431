/** Replaces the host's own page in development. */
export const bindBankPath = '/testPreview/bindBank';
