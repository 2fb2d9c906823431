/** Our id of a charge or a refund in the metadata of what Stripe keeps for it. */
export const chargeName = 'llano_reference';

/** Our id of a payment reference; cards have another name. */
export const referenceName = 'llano_payment_reference';

/** Metadata key that names the movement for which a cash balance was moved to the account. */
export const movementName = 'llano_cash_movement';
