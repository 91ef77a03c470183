import { useEffect, useState } from 'react'

/**
 * The fields after the `#` in this page's address; null until read. Mailed secrets are there so that servers and logs
 * don't get them with the page, and reading the page doesn't use them up.
 */
export function useHash(): URLSearchParams | null {
  const [fields, setFields] = useState<URLSearchParams | null>(null)
  useEffect(() => {
    const read = () => setFields(new URLSearchParams(window.location.hash.slice(1)))
    read()
    // Another mailed link, opened in the same tab.
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return fields
}
