/** Where development shows a page in place of the host's own; there is none in production. */
export const bindBankPath = '/testPreview/bindBank';
