/** Attributes that any element may have. */
const ANY = /^(?:id|class|style|lang|dir|hidden|slot|part|role|title|(?:data|aria)-.*)$/

/** Reports attributes that the element doesn't know, as one may be misspelled. */
export function reportUnknownAttributes(host: HTMLElement): void {
  const { observedAttributes = [] } = host.constructor as { observedAttributes?: string[] }
  if (host.getAttributeNames().every((name) => observedAttributes.includes(name) || ANY.test(name))) return
  import('./report-problems.ts').then(
    ({ reportMisspelled }) => reportMisspelled(host),
    () => {},
  )
}
