import { authorPath, type CallOutput, MUTED_WORD_MAX_LENGTH, postPath } from '@stoa/contract'
import { setBlock, setMute } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Button, LoadMore, TextField, useTranslate, useWritten } from '@stoa/ui'
import { useCallback, useRef, useState } from 'react'
import { ListSkeleton } from '../../../shell/list-parts.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Problem, Saved, Section, SettingsForm } from '../settings-section.tsx'
import { type Loaded, useLoaded } from '../use-loaded.ts'
import { hiddenMessages } from './messages.ts'

/** What a list has. */
type Kind = 'blocked' | 'users' | 'words' | 'topics' | 'posts'

/** A row of the list. */
interface Row {
  key: string
  name: string
  /** Address of what is muted. Default: it has none. */
  href?: string | undefined
  remove: () => Promise<void>
}

type Mutes = CallOutput<'muteList'>['mutes']

/** Whom a member has blocked and what they have muted, besides communities. */
export function useMutes(): Loaded<Mutes> {
  const { call } = useStoa().client
  return useLoaded(useCallback(async () => (await call('muteList', {})).mutes, [call]))
}

/** Lists it, with a field for words. */
export function MutedThings({ value, failed, reload }: Loaded<Mutes>) {
  const t = useTranslate(hiddenMessages)
  const written = useWritten()
  const stoa = useStoa()
  const { problem, run } = useFormAction()
  const [announcement, setAnnouncement] = useState('')
  const container = useRef<HTMLDivElement>(null)

  async function remove(kind: Kind, { name, remove: send }: Row): Promise<void> {
    setAnnouncement('')
    // The button disappears.
    container.current?.focus()
    if (!(await run(send))) return
    setAnnouncement(t('mutes.ended', { kind, name }))
    reload()
  }
  const unmute = (entityType: 'user' | 'post' | 'topic', entityId: string) => () =>
    setMute(stoa, { entityType, entityId, block: false })
  const person = ({ userId, displayName, slugUrl }: { userId: string; displayName: string; slugUrl: string }) => ({
    key: userId,
    name: displayName,
    href: slugUrl === '' ? undefined : authorPath(slugUrl),
  })
  const groups: [kind: Kind, rows: Row[]][] = value
    ? [
        [
          'blocked',
          value.blocked.map((one) => ({
            ...person(one),
            remove: () => setBlock(stoa, { userId: one.userId, block: false }),
          })),
        ],
        ['users', value.users.map((one) => ({ ...person(one), remove: unmute('user', one.userId) }))],
        [
          'words',
          value.words.map(({ text }) => ({
            key: text,
            name: text,
            remove: () => setMute(stoa, { entityType: 'word', text, block: false }),
          })),
        ],
        [
          'topics',
          value.topics.map(({ id, name: topic, communityTitle: community }) => ({
            key: id,
            name: t('mutes.topic', { topic, community }),
            remove: unmute('topic', id),
          })),
        ],
        [
          'posts',
          value.posts.map((post) => ({
            key: post.id,
            name: post.title,
            href: postPath(post),
            remove: unmute('post', post.id),
          })),
        ],
      ]
    : []
  const shown = groups.filter(([, rows]) => rows.length > 0)
  return (
    <Section id="mutes" title={t('mutes.title')} text={t('mutes.text')}>
      <div ref={container} tabIndex={-1}>
        {value === null && !failed && <ListSkeleton />}
        {value === null && failed && (
          <LoadMore label={t('mutes.retry')} error={t('mutes.failed')} onLoadMore={reload} />
        )}
        {value !== null && shown.length === 0 && <p className="stoa-app-muted">{t('mutes.none')}</p>}
        {shown.map(([kind, rows]) => (
          <section key={kind}>
            <h3>{t(`mutes.${kind}`)}</h3>
            <ul className="stoa-settings-list" aria-label={t(`mutes.${kind}`)}>
              {rows.map((row) => (
                <li key={row.key}>
                  {row.href === undefined ? (
                    <span {...written(row.name)}>{row.name}</span>
                  ) : (
                    <a href={row.href} {...written(row.name)}>
                      {row.name}
                    </a>
                  )}
                  <Button
                    size="s"
                    aria-label={t('mutes.end.name', { kind, name: row.name })}
                    onClick={() => void remove(kind, row)}
                  >
                    {t('mutes.end', { kind })}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Problem>{problem}</Problem>
      <Saved>{announcement}</Saved>
      {/* Nothing is below the list while it is loading, so nothing moves. */}
      {(value !== null || failed) && <AddWord onAdded={reload} />}
    </Section>
  )
}

/** Mutes a word. */
function AddWord({ onAdded }: { onAdded: () => void }) {
  const t = useTranslate(hiddenMessages)
  const stoa = useStoa()
  const attempt = useFormAction()
  const [word, setWord] = useState('')
  const [added, setAdded] = useState('')
  const field = useRef<HTMLInputElement>(null)

  async function add(): Promise<void> {
    const text = word.trim()
    if (text === '') return field.current?.focus()
    if (!(await attempt.run(() => setMute(stoa, { entityType: 'word', text, block: true })))) return
    setAdded(text)
    setWord('')
    onAdded()
    field.current?.focus()
  }
  return (
    <SettingsForm
      label={t('mutes.word.add')}
      attempt={attempt}
      submit={t('mutes.word.add')}
      saved={t('mutes.word.added', { name: added })}
      onSubmit={() => void add()}
    >
      <TextField
        ref={field}
        name="word"
        label={t('mutes.word')}
        hint={t('mutes.word.hint')}
        dir="auto"
        autoComplete="off"
        maxLength={MUTED_WORD_MAX_LENGTH}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
    </SettingsForm>
  )
}
