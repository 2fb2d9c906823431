/** Every order status on the wire (ORDER, decision D). */
export const orderStatuses = [21, 151, 110, 174, 180, 200] as const;

/** 21 under review, 151 paying out, 110 declined, 174 to repay, 180 overdue, 200 settled. */
export type OrderStatus = (typeof orderStatuses)[number];

/** What an order status means. */
export type OrderStatusName = 'under-review' | 'paying-out' | 'declined' | 'to-repay' | 'overdue' | 'settled';

/** The meaning of each order status (ORDER, decision D). */
export const orderStatusNames: Readonly<Record<OrderStatus, OrderStatusName>> = {
  21: 'under-review',
  151: 'paying-out',
  110: 'declined',
  174: 'to-repay',
  180: 'overdue',
  200: 'settled',
};

/** The statuses each status may change to; a declined or settled order stays so. */
export const allowedTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  21: [151, 110],
  151: [174],
  110: [],
  174: [180, 200],
  180: [174, 200],
  200: [],
};

/** The statuses of an order that still runs. */
export const openStatuses = [21, 151, 174, 180] as const satisfies readonly OrderStatus[];

/** Whether a number from outside is an order status. */
export function isOrderStatus(value: number): value is OrderStatus {
  return (orderStatuses as readonly number[]).includes(value);
}

/** Whether an order may go from one status to the other; staying is not a transition. */
export function canTransition(from: OrderStatus, to: OrderStatus): boolean {
  return allowedTransitions[from].includes(to);
}
