const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether the host name of an address is one of this machine's own. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}
