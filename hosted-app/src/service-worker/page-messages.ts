/** What pages ask the worker to do: keep a page that has been read, or remove what is personal. */
export type PageMessage = { do: 'remember'; path: string } | { do: 'forget' }

/** A message from a page; null for anything else. */
export function readMessage(data: unknown): PageMessage | null {
  if (typeof data !== 'object' || data === null || !('do' in data)) return null
  if (data.do === 'forget') return { do: 'forget' }
  if (data.do === 'remember' && 'path' in data && typeof data.path === 'string')
    return { do: 'remember', path: data.path }
  return null
}

/** Sends the worker a message, if one runs. */
export function tell(message: PageMessage): void {
  const { serviceWorker } = navigator as Partial<Navigator>
  void serviceWorker?.getRegistration('/').then(
    (registration) => registration?.active?.postMessage(message),
    () => {},
  )
}
