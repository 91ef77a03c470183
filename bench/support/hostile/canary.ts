import type { BrowserContext, Page } from 'playwright'

/** Effects of hostile text in the pages of a context. All lists should stay empty. */
export interface Canary {
  /** Signs that a text's script ran: functions that payloads call, dialogs, pop-ups, navigation. */
  ran: string[]
  /** Elements and attributes that only markup in a text can have created. */
  planted: string[]
  /** Errors of the application itself. */
  errors: string[]
}

/** Functions that payloads call to show that they run. */
const CALLED = ['alert', 'confirm', 'prompt', 'print', 'open', 'write', 'stop'] as const

/** Watches a context whose pages have no content security policy, which would hide attacks. */
export async function watchCanary(context: BrowserContext): Promise<Canary> {
  const canary: Canary = { ran: [], planted: [], errors: [] }
  await context.exposeBinding(
    'stoaCanary',
    ({ page }, what: string) => void canary.ran.push(`${what} in ${page.url()}`),
  )
  await context.addInitScript((names) => {
    const report = (what: string) => (window as unknown as { stoaCanary(what: string): void }).stoaCanary(what)
    for (const name of names) {
      const owner: object = name === 'write' ? Document.prototype : window
      Object.defineProperty(owner, name, {
        configurable: true,
        value: (...values: unknown[]) => report(`${name}(${values.map(String).join()})`),
      })
    }
  }, CALLED)
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      canary.ran.push(`dialog ${dialog.message()} in ${page.url()}`)
      void dialog.dismiss()
    })
    page.on('popup', (popup) => canary.ran.push(`window ${popup.url()} in ${page.url()}`))
    page.on('pageerror', ({ message }) => canary.errors.push(`${message} in ${page.url()}`))
    page.on('console', (message) => {
      // Only errors come from the application; other messages come from a text.
      const report = `${message.text()} in ${page.url()}`
      if (message.type() === 'error') canary.errors.push(report)
      else canary.ran.push(`console ${message.type()} ${report}`)
    })
  })
  return canary
}

/** Searches a page and its widgets for elements that only a text can have created. */
export async function findPlanted(page: Page, canary: Canary): Promise<void> {
  const plantedProblems = await page.evaluate(plantedIn, undefined)
  canary.planted.push(...plantedProblems.map((problem) => `${problem} in ${page.url()}`))
}

/** Runs in a page: elements and attributes that the application doesn't use, in the document or in `html`. */
export function plantedIn(html?: string): string[] {
  const ALLOWED = new Set(
    'HTML HEAD BODY TITLE META LINK SCRIPT DIV SECTION ARTICLE HEADER FOOTER MAIN NAV ASIDE P SPAN A BUTTON UL OL LI H1 H2 H3 H4 H5 H6 SVG PATH RECT CIRCLE LINE POLYLINE G TIME IMG BR BLOCKQUOTE STRONG EM B I U S BDI CODE MARK LABEL INPUT TEXTAREA SELECT OPTION FORM FIELDSET LEGEND OUTPUT SMALL DL DT DD HR FIGURE FIGCAPTION PICTURE SOURCE DIALOG DETAILS SUMMARY NOSCRIPT STOA-COMMENTS STOA-POLL STOA-REACTIONS STOA-COUNT TEMPLATE'.split(
      ' ',
    ),
  )
  const ADDRESSES = new Set([
    'href',
    'src',
    'action',
    'formaction',
    'xlink:href',
    'poster',
    'background',
    'srcset',
    'data',
  ])
  const problems: string[] = []
  const parsedUrl = (address: string) => {
    try {
      return new URL(address, document.baseURI)
    } catch {
      return null
    }
  }
  function look(root: Document | ShadowRoot): void {
    for (const element of root.querySelectorAll('*')) {
      const name = element.nodeName.toUpperCase()
      if (!ALLOWED.has(name)) problems.push(`<${name}>`)
      for (const { name: attribute, value } of element.attributes) {
        if (/^on/i.test(attribute)) problems.push(`<${name} ${attribute}="${value}">`)
        if (attribute === 'style' && /url\(|expression|import/i.test(value)) problems.push(`<${name} style="${value}">`)
        if (!ADDRESSES.has(attribute)) continue
        const protocol = parsedUrl(value)?.protocol ?? ''
        if (!/^https?:$/.test(protocol)) problems.push(`<${name} ${attribute}="${value}">`)
      }
      if (name === 'META' && element.hasAttribute('http-equiv')) problems.push('<meta http-equiv>')
      if (name === 'SCRIPT' && !element.hasAttribute('src') && !/json/.test(element.getAttribute('type') ?? ''))
        problems.push(`<script> ${element.textContent?.slice(0, 80)}`)
      if (element.shadowRoot) look(element.shadowRoot)
    }
  }
  look(html === undefined ? document : new DOMParser().parseFromString(html, 'text/html'))
  return problems
}
