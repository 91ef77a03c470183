import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { screenFiles } from '../scripts/build/screen-files.mjs'
import { preactAlias } from '../scripts/preact-alias.mjs'

/** The router's production build: its package's main entry is the one with developer warnings. */
const routerAlias = ['index', 'dom-export'].map((file) => ({
  find: file === 'index' ? /^react-router$/ : /^react-router\/dom$/,
  replacement: fileURLToPath(import.meta.resolve('react-router').replace(/development\/.*$/, `production/${file}.mjs`)),
}))

/**
 * Lets the bundler drop the router's unused `Link`, `Form` and prefetching. It would keep them because of their
 * debugging names, and because it can't know that creating a component has no side effects. That is a tenth of the
 * installed code.
 */
const pureRouterComponents = {
  name: 'pure-router-components',
  transform: {
    order: 'pre' as const,
    filter: { id: /node_modules\/react-router\/dist\// },
    handler: (code: string) =>
      code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
  },
}

/**
 * Puts styles of screens after shared ones: the first style sheet decides the order of the layers, and those of
 * packages come before the forum's.
 */
const screensLast = {
  name: 'screens-last',
  transformIndexHtml: {
    order: 'post' as const,
    handler(html: string) {
      if (html.split('rel="stylesheet"').length > 2)
        throw new Error('Modules of every page import styles: import those in src/styles.css, which must come first.')
      return html.replace(/\s*<!--stoa-head-->/, '').replace('</head>', '  <!--stoa-head-->\n  </head>')
    },
  },
}

/** Parts of the packages used by several screens, apart from form fields and their validation. */
const SHOWN =
  /\/packages\/(?:contract\/src\/(?!account-rules|activity-actions|errors|inline-markup|media-rules)|poll|reactions|store\/src\/(?:react(?!\/draft)|watch|with)|ui\/src\/(?!.*(?:field|check|area|more-icons|dialog)))/

/**
 * Renders posts' content and knows of drafts of comments. The composer needs it, too, and its editor reads markup by
 * the same rules.
 */
const CONTENT =
  /\/packages\/(?:contract\/src\/inline-markup|store\/src\/draft-storage|comments\/src\/thread\/parse-comment-text)|\/packages\/post-view\/src\/(?:blocks\/(?:block|image|list|unsupported|warning)|collapsible|inline|is-|post-blocks|post-hero|post-view\.tsx|publisher|rare-block\.|read-blocks|status-banner)/

/**
 * A few files instead of some thirty small ones, which compress badly: dependencies, which seldom change; what every
 * page needs; what several screens share. The entry stays alone, because it waits for its screen and nothing may wait
 * for it.
 */
const groups = [
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const], priority: 2 },
  { name: 'app', test: /^(?!.*(?:entry-client\.tsx|\.css|\.html))/, tags: ['$initial' as const], priority: 1 },
  { name: 'shared', test: SHOWN, minShareCount: 3 },
  { name: 'content', test: (id: string) => CONTENT.test(id) && !id.endsWith('.css') },
  // For forms, most of which have several of them.
  {
    name: 'fields',
    test: /\/packages\/ui\/src\/(?:text-field|select-field|checkbox|radio-group)\/.*tsx$/,
    minShareCount: 2,
  },
  // For lists of posts. A post's own page starts without it.
  { name: 'cards', test: /\/packages\/post-feed\//, minShareCount: 2 },
]

/** One React source on Preact, which is a third of react-dom's script. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [pureRouterComponents, screensLast],
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: [...preactAlias, ...routerAlias],
  },
  // Bundled for the server, too, so that the same Preact renders and the server needs no copy of it.
  ssr: { resolve: { conditions: ['source', 'module', 'node', 'development|production'] }, noExternal: true },
  build: {
    // The oldest browsers of docs/embedding.md. For older ones `:dir()` becomes a list of languages, which ignores `dir`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild ? {} : { plugins: [screenFiles()], output: { codeSplitting: { groups } } },
  },
}))
