/** Caches in memory, which keep what was put into them, in order. */
export function fakeCaches() {
  const stored = new Map<string, Map<string, Response>>()
  const urlOf = (request: RequestInfo | URL) => new URL(request instanceof Request ? request.url : request, ORIGIN).href
  const cache = (entries: Map<string, Response>) => ({
    match: async (request: RequestInfo | URL) => entries.get(urlOf(request))?.clone(),
    async put(request: RequestInfo | URL, response: Response) {
      entries.set(urlOf(request), response)
    },
    delete: async (request: RequestInfo | URL) => entries.delete(urlOf(request)),
    keys: async () => Array.from(entries.keys(), (url) => new Request(url)),
  })
  return {
    async open(name: string) {
      const entries = stored.get(name) ?? new Map<string, Response>()
      stored.set(name, entries)
      return cache(entries) as unknown as Cache
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    async match(request: RequestInfo | URL) {
      for (const entries of stored.values()) {
        const found = entries.get(urlOf(request))
        if (found) return found.clone()
      }
      return undefined
    },
    /** The paths in a cache; null if there is none. */
    paths: (name: string) => {
      const entries = stored.get(name)
      return entries ? Array.from(entries.keys(), (url) => new URL(url).pathname) : null
    },
  }
}

export const ORIGIN = 'https://forum.example'
