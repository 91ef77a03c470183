const BUILT = /<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet)"[^>]*>/g
const LIVE = ['/@vite/client', '/src/entry-client.tsx']
  .map((src) => `<script type="module" src="${src}"></script>`)
  .join('')

/**
 * A page of the forum with its components loaded from source. Server rendering by the built components is removed: it
 * may be outdated. Other pages, such as the widget's, are unchanged.
 * @param {string} page
 */
export function unbuilt(page) {
  const [before, rest] = page.split(/(?<=<div id="stoa-app">)/)
  const state = rest?.indexOf('<script type="application/json" id="stoa-state">') ?? -1
  if (before === undefined || rest === undefined || state < 0) return page
  return `${before}</div>${rest.slice(state)}`.replaceAll(BUILT, '').replace('</head>', `${LIVE}</head>`)
}
