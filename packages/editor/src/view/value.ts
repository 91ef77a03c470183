import { useSyncExternalStore } from 'react'

/** A value that tells its listeners when it changes. */
export interface Value<Content> {
  get(): Content
  set(next: Content): void
  /** Calls back after every change. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}

/** Creates a value. */
export function createValue<Content>(first: Content): Value<Content> {
  let current = first
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return
      current = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The content of a value; renders again when it changes. */
export function useValue<Content>(value: Value<Content>): Content {
  return useSyncExternalStore(value.subscribe, value.get, value.get)
}
