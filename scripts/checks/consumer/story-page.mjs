/** A publisher's page with elements in React. */
import { StoaComments, StoaCount } from '@stoa/embed/react'
import { createElement as h, useEffect, useRef } from 'react'

/**
 * @typedef {object} StoryPageProps
 * @property {boolean} [words]
 * @property {'light' | 'dark'} [theme]
 * @property {import('@stoa/embed').SignOn} [sso]
 * @property {(commentId: string) => void} onComment
 * @property {(elements: (HTMLElement | null)[]) => void} onMount Receives the elements in the page's mount effect.
 */

/** @param {StoryPageProps} props */
export function StoryPage({ words, theme, sso, onComment, onMount }) {
  const count = useRef(/** @type {import('@stoa/embed').StoaElement | null} */ (null))
  const comments = useRef(/** @type {import('@stoa/embed').SignOnElement | null} */ (null))
  // oxlint-disable-next-line react/exhaustive-deps -- only of the first rendering
  useEffect(() => onMount([count.current, comments.current]), [])
  return h(
    'article',
    null,
    h(StoaCount, { community: 'FORUM', load: 'now', words, theme, ref: count }),
    h(StoaComments, {
      community: 'FORUM',
      articleId: '7',
      pageSize: 20,
      load: 'now',
      theme,
      ...(sso && { sso }),
      onComment: ({ detail }) => onComment(detail.commentId),
      ref: comments,
    }),
  )
}
