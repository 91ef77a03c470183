import { Button, isComposing, TextField } from '@stoa/ui'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { linkAddress, linkAround, removeLink, setLink } from '../commands/marks.ts'
import { showRange } from '../plugins/shown-range.ts'
import { FilePicker } from '../view/card-layer.tsx'
import type { AddressedType, EditorHost, OpenForm } from '../view/host.ts'
import { applyAddress, applyFiles, problemOfAddress } from '../view/media-blocks.ts'
import { nodeAt } from '../view/node-at.ts'
import { dropHint } from '../view/upload-store.ts'
import { useValue } from '../view/value.ts'
import { type Anchor, Floating, rectOf, rectOfBlock } from './floating.tsx'

/** The form that is open beside the text. Text fields are outside the text, so that it can't take their focus. */
export function EditorForm({ host }: { host: EditorHost }) {
  const form = useValue(host.form)
  if (!form) return null
  // Another form begins with empty fields.
  const key = JSON.stringify(form)
  switch (form.kind) {
    case 'block':
      return <BlockForm key={key} host={host} type={form.type} pos={form.pos} />
    case 'link':
      return <LinkForm key={key} host={host} />
    case 'alt':
    case 'language':
      return <AttributeForm key={key} host={host} form={form} />
  }
}

interface FormBoxProps {
  host: EditorHost
  label: string
  anchor: () => Anchor | null
  onSubmit: () => void
  children: ReactNode
}

function FormBox({ host, label, anchor, onSubmit, children }: FormBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus()
  }, [])
  useEffect(() => {
    const outside = ({ target }: Event) => box.current?.contains(target as Node) || host.form.set(null)
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [host])
  return (
    <Floating host={host} anchor={anchor}>
      {/* Not a form element, as the page's form may be around the editor. */}
      <div
        ref={box}
        className="stoa-editor-popover"
        role="dialog"
        aria-label={label}
        onKeyDown={(event: KeyboardEvent) => {
          if (isComposing(event)) return
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            host.form.set(null)
            host.view.focus()
          } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
            event.preventDefault()
            onSubmit()
          }
        }}
      >
        {children}
      </div>
    </Floating>
  )
}

const valueOf = ({ currentTarget }: FormEvent<HTMLInputElement>) => currentTarget.value

interface BlockFormProps {
  host: EditorHost
  type: AddressedType
  pos: number | null
}

function BlockForm({ host, type, pos }: BlockFormProps) {
  const { t, form } = host
  const { uploads } = host.props()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<ReturnType<typeof problemOfAddress>>(null)
  const picker = useRef<HTMLInputElement>(null)
  const add = (as: AddressedType = type) => {
    const wrong = problemOfAddress(as, address)
    setProblem(wrong)
    if (wrong !== null) return
    form.set(null)
    applyAddress(host, { type: as, pos, address })
  }
  const kind = type === 'image' || type === 'video' || type === 'audio' ? type : null
  const errors = { address: t('editor.media.wrongAddress'), service: t('editor.embed.unknown') }
  const anchor = () => {
    const { selection } = host.view.state
    return pos === null ? rectOf(host, selection) : rectOfBlock(host, pos)
  }
  return (
    <FormBox
      host={host}
      label={t(type === 'linkTool' ? 'editor.linkCard' : `editor.${type}`)}
      anchor={anchor}
      onSubmit={() => add()}
    >
      {uploads && kind && (
        <div className="stoa-editor-form-line">
          <Button variant="primary" onClick={() => picker.current?.click()}>
            {t(`editor.${kind}.choose`)}
          </Button>
          <span className="stoa-editor-hint">{dropHint({ ...host, uploads }, kind)}</span>
          <FilePicker
            pickerRef={picker}
            kind={kind}
            multiple={kind === 'image' && pos === null}
            onFiles={(files) => {
              form.set(null)
              applyFiles(host, { kind, pos, files })
            }}
          />
        </div>
      )}
      <div className="stoa-editor-form-line" data-fields="">
        <TextField
          label={t(type === 'linkTool' ? 'editor.linkCard.address' : `editor.${type}.address`)}
          type="url"
          dir="ltr"
          maxLength={2000}
          value={address}
          onInput={(event: FormEvent<HTMLInputElement>) => setAddress(valueOf(event))}
          error={problem ? errors[problem] : undefined}
          hint={type === 'embed' ? t('editor.embed.hint') : undefined}
        />
        <Button onClick={() => add()}>{t('editor.media.add')}</Button>
      </div>
      {problem === 'service' && <Button onClick={() => add('linkTool')}>{t('editor.embed.asCard')}</Button>}
    </FormBox>
  )
}

function LinkForm({ host }: { host: EditorHost }) {
  const { t, view, form } = host
  const [range] = useState(() => {
    const { from, to, empty, $from } = view.state.selection
    const around = linkAround($from)
    return empty && around ? around : { from, to, href: around?.href ?? null }
  })
  const [address, setAddress] = useState(range.href ?? '')
  const [isWrong, setWrong] = useState(false)
  // Without the focus, the browser doesn't show what is selected.
  useEffect(() => {
    showRange(view, range)
    return () => showRange(view, null)
  }, [view, range])
  const change = (href: string | null) => {
    form.set(null)
    const command = href === null ? removeLink : setLink(href)
    command(view.state, view.dispatch)
    view.focus()
  }
  const apply = () => {
    if (address.trim() === '' && range.href !== null) return change(null)
    const href = linkAddress(address)
    if (href === null) setWrong(true)
    else change(href)
  }
  return (
    <FormBox host={host} label={t('editor.link')} anchor={() => rectOf(host, range)} onSubmit={apply}>
      <div className="stoa-editor-form-line" data-fields="">
        <TextField
          label={t('editor.link.add')}
          type="url"
          dir="ltr"
          maxLength={2000}
          value={address}
          onInput={(event: FormEvent<HTMLInputElement>) => setAddress(valueOf(event))}
          error={isWrong ? t('editor.link.wrong') : undefined}
        />
        <Button onClick={apply}>{t('editor.link.apply')}</Button>
        {range.href !== null && <Button onClick={() => change(null)}>{t('editor.link.remove')}</Button>}
      </div>
    </FormBox>
  )
}

function AttributeForm({ host, form }: { host: EditorHost; form: Extract<OpenForm, { kind: 'alt' | 'language' }> }) {
  const { t, view } = host
  const { kind, pos } = form
  const [text, setText] = useState(() => String(nodeAt(view.state.doc, pos)?.attrs[kind] ?? ''))
  const label = t(kind === 'alt' ? 'editor.image.alt' : 'editor.code.language')
  const apply = () => {
    host.form.set(null)
    if (nodeAt(view.state.doc, pos)?.attrs[kind] !== undefined)
      view.dispatch(view.state.tr.setNodeAttribute(pos, kind, text.trim()))
    view.focus()
  }
  return (
    <FormBox host={host} label={label} anchor={() => rectOfBlock(host, pos)} onSubmit={apply}>
      <div className="stoa-editor-form-line" data-fields="">
        <TextField
          label={label}
          dir={kind === 'alt' ? 'auto' : 'ltr'}
          maxLength={kind === 'alt' ? 500 : 40}
          value={text}
          onInput={(event: FormEvent<HTMLInputElement>) => setText(valueOf(event))}
        />
        <Button onClick={apply}>{t('editor.apply')}</Button>
      </div>
    </FormBox>
  )
}
