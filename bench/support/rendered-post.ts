import { createTextHtml, PostView, type ShownPost, TextHtml } from '@stoa/post-view'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

const writeText = createTextHtml('opens in a new tab')

/** A post with its content but without the page around it, as the forum's server renders it. */
export function renderPost(post: ShownPost): string {
  return renderToString(createElement(TextHtml.Provider, { value: writeText }, createElement(PostView, { post })))
}
