import type { DomainDetails } from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Button, TextField, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'
import { useFormAction } from '../../shell/use-form-action.ts'
import { type DomainSection, sectionsOf } from './domain-values.ts'
import { domainMessages } from './messages.ts'

export interface DomainSectionsProps {
  domain: DomainDetails
  /** The sections as JSON; empty: none. */
  value: string
  error: string | undefined
  /** Admins that were named since the page has loaded. */
  namedAdmins: DomainDetails['sectionAdmins']
  onName: (named: DomainDetails['sectionAdmins']) => void
  onChange: (value: string) => void
}

const namesIn = (text: string) => [...new Set(text.split(/[\s,]+/).filter(Boolean))]

/** The sections of a domain, with their communities and admins. */
export function DomainSections({ domain, value, error, namedAdmins, onName, onChange }: DomainSectionsProps) {
  const t = useTranslate(domainMessages)
  const sections = sectionsOf(value)
  /** The section that is being edited; -1: a new one. Null: none. */
  const [edited, setEdited] = useState<number | null>(null)
  const usernames = new Map([...domain.sectionAdmins, ...namedAdmins].map(({ id, username }) => [id, username]))
  const list = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // What had the focus is gone.
    if (wasEditing.current && edited === null) list.current?.querySelector<HTMLElement>('[data-add]')?.focus()
    wasEditing.current = edited !== null
  }, [edited])
  const save = (next: readonly DomainSection[]) => onChange(next.length > 0 ? JSON.stringify(next) : '')
  const editor = (section: DomainSection | undefined) => (
    <SectionFields
      section={section}
      usernames={usernames}
      onCancel={() => setEdited(null)}
      onDone={(next, names) => {
        onName([...names].map(([id, username]) => ({ id, username })))
        save(section ? sections.map((one) => (one === section ? next : one)) : [...sections, next])
        setEdited(null)
      }}
    />
  )
  return (
    <div ref={list} className="stoa-settings-fields">
      {sections.length > 0 && (
        <ul className="stoa-settings-list">
          {sections.map((section, index) => (
            <li key={section.slug}>
              <div className="stoa-app-domain-host">
                {edited === index ? (
                  editor(section)
                ) : (
                  <>
                    <p>
                      <b>
                        <bdi>{section.name}</bdi>
                      </b>
                    </p>
                    <p className="stoa-app-muted">{section.communities.join(', ')}</p>
                    {section.admins.length > 0 && (
                      <p className="stoa-app-muted">
                        {t('domain.section.by', {
                          names: section.admins.map((id) => usernames.get(id) ?? id).join(', '),
                        })}
                      </p>
                    )}
                  </>
                )}
              </div>
              {!domain.isReadOnly && edited === null && (
                <div className="stoa-settings-ways">
                  <Button size="s" onClick={() => setEdited(index)}>
                    {t('domain.section.edit')}
                  </Button>
                  <Button
                    size="s"
                    variant="quiet"
                    onClick={() => {
                      list.current?.querySelector<HTMLElement>('[data-add]')?.focus()
                      save(sections.filter((one) => one !== section))
                    }}
                  >
                    {t('domain.section.remove')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited === -1 && editor(undefined)}
      {!domain.isReadOnly && edited === null && (
        <div className="stoa-settings-ways">
          <Button data-add onClick={() => setEdited(-1)}>
            {t('domain.section.add')}
          </Button>
        </div>
      )}
      <p className="stoa-field-error" role="alert">
        {error}
      </p>
    </div>
  )
}

interface SectionFieldsProps {
  /** Undefined: a new one. */
  section: DomainSection | undefined
  usernames: ReadonlyMap<string, string>
  onCancel: () => void
  /** `names`: usernames by id. */
  onDone: (section: DomainSection, names: ReadonlyMap<string, string>) => void
}

function SectionFields({ section, usernames, onCancel, onDone }: SectionFieldsProps) {
  const t = useTranslate(domainMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  const [name, setName] = useState(section?.name ?? '')
  const [slug, setSlug] = useState(section?.slug ?? '')
  const [communities, setCommunities] = useState(section?.communities.join(', ') ?? '')
  const [admins, setAdmins] = useState(section?.admins.map((id) => usernames.get(id) ?? id).join(', ') ?? '')
  const [unknown, setUnknown] = useState('')
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isWhole = name.trim() !== '' && slug.trim() !== '' && namesIn(communities).length > 0

  async function done(): Promise<void> {
    if (!isWhole || attempt.busy) return
    setUnknown('')
    await attempt.run(async () => {
      const found = new Map<string, string>()
      for (const username of namesIn(admins)) {
        const user = await call('userGet', { idOrSlug: username }).then(
          (answer) => answer.user,
          (error: unknown) => {
            if (errorDetails(error).code !== 'USER_NOT_FOUND') throw error
            return null
          },
        )
        if (!user) return setUnknown(username)
        found.set(user.id, user.username)
      }
      onDone(
        {
          name: name.trim(),
          slug: slug.trim().toLowerCase(),
          communities: namesIn(communities).map((one) => one.toUpperCase()),
          admins: [...found.keys()],
        },
        found,
      )
    })
  }
  /** Enter would save the whole form. */
  function onKeyDown(event: { key: string; preventDefault(): void }): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void done()
  }
  const plain = { dir: 'ltr' as const, autoCapitalize: 'none', spellCheck: false, autoComplete: 'off', onKeyDown }
  return (
    <div className="stoa-settings-fields">
      <TextField
        ref={first}
        label={t('domain.section.name')}
        maxLength={40}
        value={name}
        onKeyDown={onKeyDown}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        {...plain}
        label={t('domain.section.slug')}
        maxLength={40}
        value={slug}
        onChange={(event) => setSlug(event.currentTarget.value)}
      />
      <TextField
        {...plain}
        label={t('domain.section.communities')}
        hint={t('domain.section.communities.hint')}
        value={communities}
        onChange={(event) => setCommunities(event.currentTarget.value)}
      />
      <TextField
        {...plain}
        label={t('domain.section.admins')}
        hint={t('domain.section.admins.hint')}
        error={(unknown && t('domain.section.unknown', { name: unknown })) || attempt.problem || undefined}
        value={admins}
        onChange={(event) => setAdmins(event.currentTarget.value)}
      />
      <div className="stoa-settings-ways">
        <Button size="s" variant="primary" busy={attempt.busy} disabled={!isWhole} onClick={() => void done()}>
          {t('domain.section.done')}
        </Button>
        <Button size="s" variant="quiet" onClick={onCancel}>
          {t('domain.section.cancel')}
        </Button>
      </div>
    </div>
  )
}
