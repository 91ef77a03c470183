/** What `elements.mjs` needs of the browser's side, bundled as partners' bundlers resolve it. */
export { act, createElement, version } from 'react'
export { createRoot, hydrateRoot } from 'react-dom/client'
export { StoryPage } from './story-page.mjs'
