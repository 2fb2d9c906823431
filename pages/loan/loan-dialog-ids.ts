/** The ids by which the order page's buttons and effects open its dialogs. */
export const extendDialogId = 'extend';
export const rateDialogId = 'rate';
export const thanksDialogId = 'thanks';
