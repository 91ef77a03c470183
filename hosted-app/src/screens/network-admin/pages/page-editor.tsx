import '@stoa/editor/styles.css'
import { type PageDetails, type PageText, type PostDocument, pagePath } from '@stoa/contract'
import { Editor } from '@stoa/editor'
import { PostBlocks, readBlocks } from '@stoa/post-view'
import { errorDetails } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, Dialog, LoadFailure, SelectField, Skeleton, TextField, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import { pageEditorPath } from '../../../paths.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { DraftForm } from '../../../shell/save-bar.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { useLoaded } from '../../settings/use-loaded.ts'
import { AddLanguage } from '../add-language.tsx'
import { pageMessages } from './messages.ts'

interface EditorProps {
  domainName: string
  /** `new` for one that isn't there yet. */
  pageId: string
}

const MISSING = ['PAGE_NOT_FOUND', 'DOMAIN_NOT_FOUND', 'FORBIDDEN', 'VALIDATION_FAILED']

/** Edits a static page of a domain. */
export function PageEditor({ domainName, pageId }: EditorProps) {
  const t = useTranslate(pageMessages)
  const { call } = useStoa().client
  const load = useCallback(async () => {
    try {
      if (pageId === 'new') return { page: null, language: (await call('pageList', { domainName })).language }
      const { page } = await call('pageGet', { domainName, pageId })
      return { page, language: page.language }
    } catch (error) {
      if (MISSING.includes(errorDetails(error).code)) return 'missing' as const
      throw error
    }
  }, [call, domainName, pageId])
  const { value, failed, reload } = useLoaded<{ page: PageDetails | null; language: string } | 'missing'>(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('pages.failed')}</LoadFailure>
  if (value === null) return <Skeleton lines={8} />
  if (value === 'missing') return <NotFound />
  return <Form domainName={domainName} first={value.page} language={value.language} />
}

type Texts = Readonly<Record<string, PageText>>

const EMPTY: PageText = { title: '', postContent: JSON.stringify({ blocks: [] }) }

function Form(props: { domainName: string; first: PageDetails | null; language: string }) {
  const { domainName, first, language: own } = props
  const t = useTranslate(pageMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const navigate = useNavigate()
  const attempt = useFormAction()
  const publishing = useFormAction()
  const id = useId()
  const [page, setPage] = useState(first)
  const [slug, setSlug] = useState(first?.slug ?? '')
  const [texts, setTexts] = useState<Texts>(first?.texts ?? { [own]: EMPTY })
  const [language, setLanguage] = useState(first && !first.texts[own] ? (Object.keys(first.texts)[0] ?? own) : own)
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({})
  /** What somebody else has saved meanwhile. */
  const [theirs, setTheirs] = useState<PageDetails | null>(null)
  /** Restarts the editor, to show another text. */
  const [version, setVersion] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const text = texts[language] ?? EMPTY
  const saved: Texts = page?.texts ?? { [own]: EMPTY }
  const changes = [
    ...(slug === (page?.slug ?? '') ? [] : [t('page.slug')]),
    ...[...new Set([...Object.keys(texts), ...Object.keys(saved)])].filter(
      (tag) => JSON.stringify(texts[tag]) !== JSON.stringify(saved[tag]),
    ),
  ]

  function change(part: Partial<PageText>): void {
    attempt.reset()
    setIssues({})
    setTexts((before) => ({ ...before, [language]: { ...(before[language] ?? EMPTY), ...part } }))
  }
  function show(now: PageDetails, mine: Texts = now.texts): void {
    setPage(now)
    setTexts(mine)
    setTheirs(null)
    setIssues({})
    attempt.reset()
    if (!mine[language]) setLanguage(Object.keys(mine)[0] ?? own)
    setVersion((before) => before + 1)
  }
  async function save(): Promise<boolean> {
    if (theirs) return false
    return attempt.run(async () => {
      try {
        const known = page && { pageId: page.id, revision: page.revision }
        const { page: now } = await call('pageSave', { domainName, ...known, slug: slug.trim(), texts: { ...texts } })
        setPage(now)
        setSlug(now.slug)
        // The text as it was stored; the editor shows the same.
        setTexts(now.texts)
        setIssues({})
        if (!page) await navigate(pageEditorPath(domainName, now.id), { replace: true })
      } catch (error) {
        const current = (error as { details?: { page?: PageDetails } }).details?.page
        const { code, issues: found } = errorDetails(error)
        if (code === 'EDIT_CONFLICT' && current) setTheirs(current)
        setIssues(Object.fromEntries(found.map(({ field, message }) => [field, message])))
        throw error
      }
    })
  }
  async function publish(isPublic: boolean): Promise<void> {
    if (!page) return
    await publishing.run(async () => {
      const about = { domainName, pageId: page.id, revision: page.revision, publish: isPublic }
      setPage((await call('pagePublish', about)).page)
      toasts.show({ text: t(isPublic ? 'page.published' : 'page.unpublished'), tone: 'success' })
    })
  }
  async function remove(): Promise<void> {
    if (!page || !(await publishing.run(() => call('pageDelete', { domainName, pageId: page.id })))) return
    toasts.show({ text: t('page.deleted'), tone: 'success' })
    await navigate(pageEditorPath(domainName))
  }
  const isUnsaved = changes.length > 0
  const problem = theirs || Object.keys(issues).length > 0 ? '' : attempt.problem
  const issueOf = (field: string) => issues[field] ?? issues[`texts.${language}.${field}`]
  const other = Object.entries(issues).find(
    ([field]) => field !== 'slug' && !['title', 'postContent'].some((name) => field === `texts.${language}.${name}`),
  )
  return (
    <DraftForm
      label={t('pages.title')}
      className="stoa-app-menu-editor"
      changes={changes}
      attempt={{ busy: attempt.busy, problem }}
      onSave={save}
      onDiscard={() => {
        const now = theirs ?? page
        setSlug(now?.slug ?? '')
        if (now) show(now)
        else setTexts({ [own]: EMPTY })
        setVersion((before) => before + 1)
      }}
    >
      <header className="stoa-app-domain-head">
        <a href={pageEditorPath(domainName)}>{t('pages.back')}</a>
        <h2>
          <bdi>{text.title || t('pages.new')}</bdi>
        </h2>
        {page && (
          <div className="stoa-settings-ways">
            {page.hasDraft && (
              <Button
                variant="primary"
                size="s"
                disabled={isUnsaved}
                busy={publishing.busy}
                onClick={() => void publish(true)}
              >
                {t('page.publish')}
              </Button>
            )}
            {page.isPublished && (
              <>
                <a href={pagePath(page.slug)}>{t('page.view')}</a>
                <Button variant="quiet" size="s" busy={publishing.busy} onClick={() => void publish(false)}>
                  {t('page.unpublish')}
                </Button>
              </>
            )}
          </div>
        )}
        {publishing.problem !== '' && <Banner tone="danger">{publishing.problem}</Banner>}
      </header>
      {theirs && (
        <Conflict
          theirs={theirs}
          mine={texts}
          language={language}
          onKeep={() => show(theirs, texts)}
          onTake={() => {
            setSlug(theirs.slug)
            show(theirs)
          }}
        />
      )}
      <TextField
        label={t('page.slug')}
        hint={t('page.slug.hint', { slug: slug || '…' })}
        error={issues.slug}
        value={slug}
        maxLength={60}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setSlug(event.currentTarget.value)
          setIssues({})
          attempt.reset()
        }}
      />
      {Object.keys(texts).length > 1 && (
        <SelectField
          label={t('page.language')}
          options={Object.keys(texts).map((value) => ({ value, label: value }))}
          value={language}
          onChange={(event) => {
            setLanguage(event.currentTarget.value)
            setVersion(version + 1)
          }}
        />
      )}
      <TextField
        label={t('page.title')}
        error={issueOf('title')}
        value={text.title}
        lang={language}
        maxLength={200}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <div className="stoa-field">
        <span className="stoa-field-label" aria-hidden="true">
          {t('page.body')}
        </span>
        <Editor
          key={`${language} ${version}`}
          document={JSON.parse(text.postContent) as PostDocument}
          label={t('page.body')}
          invalid={issueOf('postContent') !== undefined}
          errorId={issueOf('postContent') ? `${id}-error` : undefined}
          onChange={(document) => change({ postContent: JSON.stringify(document) })}
        />
        {issueOf('postContent') && (
          <p className="stoa-field-error" id={`${id}-error`}>
            {issueOf('postContent')}
          </p>
        )}
      </div>
      {other && <Banner tone="danger">{`${other[0]}: ${other[1]}`}</Banner>}
      <AddLanguage
        onAdd={(tag) => {
          setTexts({ ...texts, [tag]: texts[tag] ?? EMPTY })
          setLanguage(tag)
          setVersion(version + 1)
        }}
      />
      <div className="stoa-settings-ways">
        {Object.keys(texts).length > 1 && (
          <Button
            onClick={() => {
              const { [language]: _, ...rest } = texts
              setTexts(rest)
              setLanguage(Object.keys(rest)[0] ?? own)
              setVersion(version + 1)
            }}
          >
            {t('page.language.remove')}
          </Button>
        )}
        {page && (
          <Button variant="danger" onClick={() => setAsking(true)}>
            {t('page.delete')}
          </Button>
        )}
      </div>
      <Dialog
        open={isAsking}
        kind="alert"
        title={t('page.delete.question')}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {t('page.delete.cancel')}
            </Button>
            <Button variant="danger" busy={publishing.busy} onClick={() => void remove()}>
              {t('page.delete')}
            </Button>
          </>
        }
      >
        {publishing.problem || t('page.delete.text')}
      </Dialog>
    </DraftForm>
  )
}

interface ConflictProps {
  theirs: PageDetails
  mine: Texts
  language: string
  onKeep: () => void
  onTake: () => void
}

/** Both sides of a conflict. */
function Conflict({ theirs, mine, language, onKeep, onTake }: ConflictProps) {
  const t = useTranslate(pageMessages)
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => group.current?.focus(), [])
  const side = (title: string, text: PageText = EMPTY) => (
    <div>
      <h3>{title}</h3>
      <p dir="auto">{text.title}</p>
      <PostBlocks blocks={readBlocks(text.postContent)} topHeadingLevel={4} />
    </div>
  )
  return (
    <div ref={group} role="group" tabIndex={-1} aria-label={t('page.conflict.title')}>
      <Banner tone="warning" title={t('page.conflict.title')}>
        <p>{t('page.conflict.text')}</p>
        <div className="stoa-app-menu-sides">
          {side(t('page.conflict.theirs', { author: theirs.author }), theirs.texts[language])}
          {side(t('page.conflict.mine'), mine[language])}
        </div>
        <div className="stoa-settings-ways">
          <Button size="s" onClick={onKeep}>
            {t('page.conflict.keep')}
          </Button>
          <Button size="s" onClick={onTake}>
            {t('page.conflict.take')}
          </Button>
        </div>
      </Banner>
    </div>
  )
}
