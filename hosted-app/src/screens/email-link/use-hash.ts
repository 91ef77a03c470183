import { useEffect, useState } from 'react'

/**
 * The fields behind the `#` of this page's address; null as long as they are not read. Secrets of mailed links stand there,
 * so that no server and no log gets them with the page; what reads the page without pressing anything uses none of them up.
 */
export function useHash(): URLSearchParams | null {
  const [fields, setFields] = useState<URLSearchParams | null>(null)
  useEffect(() => {
    const read = () => setFields(new URLSearchParams(window.location.hash.slice(1)))
    read()
    // Another link of the same mail box, opened in the same tab.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return fields
}
