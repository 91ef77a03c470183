import { PostView, type ShownPost } from '@stoa/post-view'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

/** A post with its content but without the page around it, as the forum's server renders it. */
export function renderPost(post: ShownPost): string {
  return renderToString(createElement(PostView, { post }))
}
