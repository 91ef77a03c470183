/** Attributes that any element may have. */
const ANY = /^(?:id|class|style|lang|dir|hidden|slot|part|role|title|(?:data|aria)-.*)$/

/** The address of a route in the hash, as in `#/a` or `#!/a`, rather than of a part of the page. */
const HASH_ROUTE = /^#!?\//

/**
 * Reports what the publisher may have overlooked: attributes that the element doesn't know, as one may be misspelled, and
 * an article that only the hash identifies.
 */
export function reportOversights(host: HTMLElement): void {
  const { observedAttributes = [] } = host.constructor as { observedAttributes?: string[] }
  const isKnown = host.getAttributeNames().every((name) => observedAttributes.includes(name) || ANY.test(name))
  const isRoute = HASH_ROUTE.test(location.hash) && !host.hasAttribute('article-id') && !host.hasAttribute('url')
  if (isKnown && !isRoute) return
  import('./report-problems.ts').then(
    ({ reportMisspelled, reportHashRoute }) => {
      reportMisspelled(host)
      if (isRoute) reportHashRoute(host)
    },
    () => {},
  )
}
