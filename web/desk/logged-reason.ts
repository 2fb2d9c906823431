/** Whether a reason can be logged with an act on a person's data: 3 to 300 characters in one line. */
export function isLoggedReason(reason: string): boolean {
  return /^[^\p{Cc}]{3,300}$/u.test(reason);
}
