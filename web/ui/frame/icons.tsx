import type { ReactNode } from 'react';

/** 24 by 24 outlines, one constant each, so that a page contains only those it draws. */
export const backIcon = 'M15 5l-7 7 7 7';
export const closeIcon = 'M6 6l12 12M18 6L6 18';
export const bankIcon = 'M4 10l8-5 8 5M5 10h14M7 10v7m5-7v7m5-7v7M4 19h16';
export const storeIcon =
  'M4 9l1.5-4h13L20 9M4 9a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0A2.7 2.7 0 0 0 20 9M6 12v7h12v-7M10 19v-4h4v4';
export const barcodeIcon = 'M4 6v12M8 6v12M11 6v12M15 6v12M18 6v12M20 6v12';
export const payByPhoneIcon =
  'M9 3h6a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 9l2.5 2.5L11 14M11 18h2';
export const cardIcon =
  'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM3 10.5h18M7 14.5h3';
export const qrIcon = 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20h2';
export const plusIcon = 'M12 5v14M5 12h14';
export const refreshIcon = 'M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5';
export const tickIcon = 'M5 12.5l4.5 4.5L19 7';
export const headsetIcon = 'M4 12a8 8 0 0 1 16 0v5a2 2 0 0 1-2 2h-2v-6h4M4 12v5a2 2 0 0 0 2 2h2v-6H4';
export const receiveIcon = 'M12 4v10M7.5 10l4.5 4.5 4.5-4.5M4.5 15v4.5h15V15';
export const repayIcon = 'M12 14.5v-10M7.5 9L12 4.5 16.5 9M4.5 15v4.5h15V15';
export const clockIcon = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2';
export const percentIcon =
  'M6 18L18 6M7.5 5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM16.5 14a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z';
export const giveBackIcon = 'M9 6L4.5 10.5 9 15M5 10.5h8.5a5.5 5.5 0 0 1 0 11H9';
export const couponIcon =
  'M4 7h16v3.2a1.8 1.8 0 0 0 0 3.6V17H4v-3.2a1.8 1.8 0 0 0 0-3.6zM13.5 7.5V9M13.5 11.3v1.5M13.5 15v1.5';
export const paperIcon = 'M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 16h5';
export const questionIcon =
  'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM9.8 9.6a2.3 2.3 0 1 1 3.3 2c-.8.4-1.1.9-1.1 1.8M12 16.3v.2';
export const flagIcon = 'M6 21V4M6 5h11l-2 4 2 4H6';
export const houseIcon = 'M4 20V9l8-5 8 5v11M9 20v-6h6v6M3 20h18';
export const messageIcon =
  'M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-8l-5 4v-4H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM8.5 9.5h7M8.5 12.5h4';
export const doneIcon = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.2 12.4l2.8 2.8 5-5.6';
export const listIcon = 'M4 6.5h3M11 6.5h9M4 12h3M11 12h9M4 17.5h3M11 17.5h9';
export const printIcon = 'M7 9V4h10v5M7 17H4.5V9h15v8H17M7 14h10v6H7z';
export const receiptIcon = 'M6 3.5h12v17l-3-1.8-3 1.8-3-1.8-3 1.8zM9.5 8.5h5M9.5 12.5h5';
export const laterIcon = 'M5 5.5h14v14H5zM5 10h14M8.5 3.5v4M15.5 3.5v4M9 14.8h6M13 12.8l2 2-2 2';
export const callIcon =
  'M6.6 4H9.5l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5l1.5-2 4 1.5v2.9a2 2 0 0 1-2.2 2A16 16 0 0 1 4.6 6.2 2 2 0 0 1 6.6 4z';
export const mailIcon = 'M4 6h16v12H4zM4 7l8 6 8-6';
export const starIcon = 'M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.6 9.7l5.8-.8z';
export const personIcon = 'M12 4.5a3.8 3.8 0 1 1 0 7.5 3.8 3.8 0 0 1 0-7.5zM4.5 20.5a7.5 7.5 0 0 1 15 0';
export const peopleIcon =
  'M8.2 5.6a3.4 3.4 0 1 1 0 6.9 3.4 3.4 0 0 1 0-6.9zM16.5 5.6a3.4 3.4 0 1 1 0 6.9 3.4 3.4 0 0 1 0-6.9zM2.2 19.5a6 6 0 0 1 12 0M15 14a6 6 0 0 1 6.8 5.5';
export const signIcon = 'M4.5 20.5h15M6 16l1.5-4.5 9-8.5 3 3-9 8.5z';
export const warningIcon = 'M12 3l9.8 17.2H2.2zM12 9.8v5.2M12 17.7v.3';
export const nearIcon = 'M3.8 14.2c3-6 6-6 8.2-2.2s5.2 3.8 8.2-2.2';

/** A decorative icon; `size` in px. */
export function Icon({
  path,
  size = 24,
  strokeWidth = 2,
  isFillable = false,
}: {
  readonly path: string;
  readonly size?: number;
  readonly strokeWidth?: number;
  readonly isFillable?: boolean;
}): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFillable ? undefined : 'none'}
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
