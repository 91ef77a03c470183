const listeners = new Set<(name: string, event: object) => void>()
const gaps = new Set<() => void>()

const on = <Item>(set: Set<Item>) => {
  return (item: Item) => {
    set.add(item)
    return () => set.delete(item)
  }
}

/** A live connection of a page that tells what a test sends, and knows what is watched. */
export const live = {
  watched: [] as unknown[],
  send: (name: string, event: object) => {
    for (const listener of listeners) listener(name, event)
  },
  gap: () => {
    for (const listener of gaps) listener()
  },
  isQuiet: () => listeners.size === 0,
  realtime: {
    watch: (rooms: unknown) => {
      live.watched.push(rooms)
      return () => live.watched.splice(live.watched.indexOf(rooms), 1)
    },
    onEvent: on(listeners),
    onGap: on(gaps),
    onTime: () => () => {},
    reconnect: () => {},
    close: () => {},
  },
}
