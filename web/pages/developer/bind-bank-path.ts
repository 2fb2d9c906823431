export const bindBankPath = '/testPreview/bindBank';
