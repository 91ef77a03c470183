/**
 * Makes the page with this content the program's DOM.
 * @param {string} jsdom Address of the library.
 * @param {string} content
 */
export async function openPage(jsdom, content) {
  const { JSDOM } = await import(jsdom)
  const { window } = new JSDOM(`<!doctype html>${content}`, { url: 'https://paper.example/', pretendToBeVisual: true })
  Object.assign(globalThis, { window, document: window.document, IS_REACT_ACT_ENVIRONMENT: true })
  for (const name of Object.getOwnPropertyNames(window))
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { configurable: true, get: () => window[name] })
  for (const name of ['addEventListener', 'removeEventListener'])
    Object.defineProperty(globalThis, name, { value: window[name].bind(window) })
  return window
}
