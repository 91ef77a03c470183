/** Packets of any kind that one connection may send in a window. Browsers send one for each page, and one for each ping. */
const PACKETS_MAX = 60
/** Names in the messages of one connection in a window: five full watch lists. */
const NAMES_MAX = 1000
const WINDOW_MS = 10_000

/** What one connection may still send. */
export interface MessageBudget {
  /** Counts a packet, whatever it holds; false when there were too many. */
  packet(): boolean
  /** Counts names to watch or to leave; false when there were too many. */
  names(count: number): boolean
}

export function createMessageBudget(now: () => number = Date.now): MessageBudget {
  let since = now()
  let packets = 0
  let names = 0

  function begin(): void {
    if (now() - since <= WINDOW_MS) return
    since = now()
    packets = 0
    names = 0
  }

  return {
    packet() {
      begin()
      packets += 1
      return packets <= PACKETS_MAX
    },
    names(count) {
      begin()
      names += count
      return names <= NAMES_MAX
    },
  }
}
