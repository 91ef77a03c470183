import type { EventListener, Realtime } from '@stoa/client/realtime'
import type { EventName, EventOf } from '@stoa/contract'

/** A live connection that says what a test has it say. */
export function createFakeRealtime() {
  const listeners = new Set<EventListener>()
  const gapListeners = new Set<() => void>()
  const timeListeners = new Set<(now: number) => void>()
  const realtime: Realtime = {
    watch: () => () => {},
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onGap(listener) {
      gapListeners.add(listener)
      return () => gapListeners.delete(listener)
    },
    onTime(listener) {
      timeListeners.add(listener)
      return () => timeListeners.delete(listener)
    },
    reconnect() {},
    close() {},
  }
  return {
    realtime,
    tell<Name extends EventName>(name: Name, event: EventOf<Name>) {
      for (const listener of listeners) listener(name, event)
    },
    tellTime(now: number) {
      for (const listener of timeListeners) listener(now)
    },
    loseEvents() {
      for (const listener of gapListeners) listener()
    },
  }
}
