/** Attributes that any element may have. */
const ANY = /^(?:id|class|style|lang|dir|hidden|slot|part|role|title|(?:data|aria)-.*)$/

/** Whether the page's hash is the address of a route, as in `#/a` or `#!/a`, rather than of a part of the page. */
export const isHashRoute = (): boolean => /^#!?\//.test(location.hash)

/**
 * Reports what the publisher may have overlooked: attributes that the element doesn't know, as one may be misspelled, and
 * an article that only the hash identifies.
 */
export function reportOversights(host: HTMLElement): void {
  const { observedAttributes = [] } = host.constructor as { observedAttributes?: string[] }
  const isKnown = host.getAttributeNames().every((name) => observedAttributes.includes(name) || ANY.test(name))
  const isRoute = isHashRoute() && !host.hasAttribute('article-id') && !host.hasAttribute('url')
  if (isKnown && !isRoute) return
  import('./report-problems.ts').then(
    ({ reportMisspelled, reportHashRoute }) => {
      reportMisspelled(host)
      if (isRoute) reportHashRoute(host)
    },
    () => {},
  )
}
