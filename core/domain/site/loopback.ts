/** Whether a host names this machine itself. IPv6 with brackets, as in an address, or without. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(?:\.\d{1,3}){3}$/.test(host);
}
