import type { CallOutput } from '@stoa/contract'
import { useStoa, useViewer } from '@stoa/store/react'
import { Avatar, Dialog, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { messagePath } from '../../paths.ts'
import { useDebounced } from '../../shell/use-debounced.ts'
import { messageTexts } from './texts.ts'

type Person = CallOutput<'searchUsers'>['items'][number]['user']

/** Number of people that are offered. */
const SHOWN = 8

/** Finds a person to write to. */
export function NewMessage({ onClose }: { onClose: () => void }) {
  const t = useTranslate(messageTexts)
  const { client } = useStoa()
  const viewer = useViewer()
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed)
  const [result, setResult] = useState<{ query: string; people: readonly Person[] | null }>({ query: '', people: [] })
  useEffect(() => {
    if (query === '') return undefined
    let isGone = false
    client.call('searchUsers', { query, limit: SHOWN + 1 }).then(
      ({ items }) => isGone || setResult({ query, people: items.map(({ user }) => user) }),
      () => isGone || setResult({ query, people: null }),
    )
    return () => {
      isGone = true
    }
  }, [client, query])
  const isCurrent = query !== '' && result.query === query
  const people = (result.people ?? []).filter(({ id, deleted }) => id !== viewer?.id && !deleted).slice(0, SHOWN)
  const note = result.people === null ? t('person.failed') : people.length === 0 ? t('person.none') : ''
  return (
    <Dialog open title={t('messages.new')} onClose={onClose}>
      <TextField
        type="search"
        label={t('person.search')}
        hint={t('person.hint')}
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="stoa-inbox-people">
        <p role="status">{isCurrent ? note : ''}</p>
        <ul>
          {(query === '' ? [] : people).map(({ id, displayName, username, slugUrl, profileImageUrl }) => (
            <li key={id}>
              <a href={messagePath(slugUrl)} onClick={onClose}>
                <Avatar id={id} name={displayName} src={profileImageUrl} />
                <span>
                  <bdi>{displayName}</bdi>
                  <small>
                    <bdi>{`@${username}`}</bdi>
                  </small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
