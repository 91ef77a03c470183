import { translatable } from '@stoa/ui'
import { useEffect, useRef } from 'react'
import { chooseSuggestion, suggestItemId, suggestionsOf, suggestListId } from '../plugins/suggest.ts'
import { type EditorHost, useHostState } from '../view/host.ts'
import { Floating, rectOf } from './floating.tsx'

const NAMES = { '/': 'editor.add', '@': 'editor.people', ':': 'editor.suggestions' } as const

/** The list of blocks, emoji or people for what is typed. The focus stays in the text, which has its keys. */
export function BlockMenu({ host }: { host: EditorHost }) {
  const open = useHostState(host, suggestionsOf)
  const list = useRef<HTMLDivElement>(null)
  const index = open?.index ?? 0
  useEffect(() => {
    const item = list.current?.children[index]
    // Not the page, in which the text stays where it is.
    if (item instanceof HTMLElement && list.current) {
      const { offsetTop, offsetHeight } = item
      const { scrollTop, clientHeight } = list.current
      if (offsetTop < scrollTop) list.current.scrollTop = offsetTop
      else if (offsetTop + offsetHeight > scrollTop + clientHeight)
        list.current.scrollTop = offsetTop + offsetHeight - clientHeight
    }
  }, [index])
  if (!open || open.items.length === 0) return null
  const { t, id } = host
  return (
    <Floating host={host} anchor={() => rectOf(host, open)}>
      <div
        ref={list}
        className="stoa-editor-suggestions"
        role="listbox"
        // It can be scrolled.
        tabIndex={0}
        id={suggestListId(id)}
        aria-label={t(NAMES[open.trigger])}
      >
        {open.items.map((item, at) => (
          // The keys are handled by the text.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={item.id}
            className="stoa-editor-suggestion"
            role="option"
            id={suggestItemId(id, at)}
            aria-selected={at === index}
            // The focus stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => chooseSuggestion(host.view, at)}
          >
            {item.icon}
            <bdi>{translatable(item.label)}</bdi>
            {item.detail && <span className="stoa-editor-suggestion-detail">{item.detail}</span>}
            {item.signs && (
              <span className="stoa-editor-suggestion-signs" dir="ltr" aria-hidden="true">
                {item.signs}
              </span>
            )}
          </div>
        ))}
      </div>
    </Floating>
  )
}
