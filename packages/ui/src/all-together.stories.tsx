import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import {
  Avatar,
  Badge,
  Banner,
  Button,
  Checkbox,
  EmptyState,
  IconButton,
  Link,
  LoadMore,
  MoreIcon,
  PlusIcon,
  SelectField,
  Skeleton,
  Spinner,
  Tabs,
  TextArea,
  TextField,
} from './index.ts'

/** The texts in one language. */
interface Words {
  action: string
  other: string
  name: string
  label: string
  hint: string
  error: string
  text: string
  tabs: [string, string]
}

const ENGLISH: Words = {
  action: 'Comment',
  other: 'Not now',
  name: 'River Otter',
  label: 'Title',
  hint: 'One line that says what it is about.',
  error: 'Use at most 120 characters.',
  text: 'The footbridge reopens on Saturday.',
  tabs: ['Posts', 'Members'],
}

function All({ words }: { words: Words }) {
  const [currentTab, setCurrentTab] = useState('0')
  const { action, other, name, label, hint, error, text, tabs } = words
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--stoa-space-6)' }}>
      <Tabs
        label={label}
        tabs={tabs.map((tab, index) => ({ id: String(index), label: tab, count: 12 }))}
        current={currentTab}
        onChange={setCurrentTab}
      >
        <p>{text}</p>
      </Tabs>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 'var(--stoa-space-2)', alignItems: 'center' }}>
        <Button variant="primary" icon={<PlusIcon />}>
          {action}
        </Button>
        <Button>{other}</Button>
        <Button variant="quiet">{other}</Button>
        <Button variant="danger">{other}</Button>
        <IconButton label={other} icon={<MoreIcon />} />
        <Spinner label={text} />
      </div>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 'var(--stoa-space-2)', alignItems: 'center' }}>
        <Avatar name={name} id="u1" /> <span>{name}</span> <Badge tone="accent">{tabs[1]}</Badge>
        <Link href="/author/otter">{text}</Link>
      </div>
      <Banner tone="warning" title={label} action={<Button size="s">{action}</Button>}>
        {text}
      </Banner>
      <TextField label={label} hint={hint} defaultValue={text} />
      <TextField label={label} error={error} defaultValue={text} />
      <TextArea label={label} defaultValue={text} />
      <SelectField label={label} options={tabs.map((tab) => ({ value: tab, label: tab }))} />
      <Checkbox label={text} hint={hint} />
      <Skeleton withAvatar />
      <EmptyState title={text} action={<Button>{action}</Button>}>
        {hint}
      </EmptyState>
      <LoadMore onLoadMore={() => {}} label={other} />
    </div>
  )
}

const meta = {
  title: 'UI/All together',
  component: All,
  tags: ['!autodocs'],
  args: { words: ENGLISH },
  parameters: { width: '44rem' },
} satisfies Meta<typeof All>
export default meta
type Story = StoryObj<typeof meta>

/** All primitives on one page, to see whether they match. */
export const Overview: Story = {}

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** Compact density. */
export const Compact: Story = { globals: { density: 'compact' } }

/** Right to left. */
export const RightToLeft: Story = {
  globals: { locale: 'ar' },
  args: {
    words: {
      action: 'علّق',
      other: 'ليس الآن',
      name: 'ميرا',
      label: 'العنوان',
      hint: 'سطر واحد يقول ما الموضوع.',
      error: 'استعمل ١٢٠ حرفًا على الأكثر.',
      text: 'يُفتح الجسر يوم السبت.',
      tabs: ['المنشورات', 'الأعضاء'],
    },
  },
}

/** Texts of the longest language. */
export const LongText: Story = {
  args: {
    words: {
      action: 'Kommentar veröffentlichen',
      other: 'Zu einem späteren Zeitpunkt entscheiden',
      name: 'Maximiliane-Alexandra von Donaudampfschifffahrt',
      label: 'Gemeinschaftsveranstaltungsankündigungsüberschrift',
      hint: 'Eine einzige Zeile, die so genau wie möglich sagt, worum es in dem Beitrag gehen wird. '.repeat(2),
      error: 'Verwenden Sie höchstens einhundertzwanzig Zeichen einschließlich aller Leerzeichen.',
      text: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenfachgeschäft',
      tabs: ['Veröffentlichungen', 'Gemeinschaftsmitglieder'],
    },
  },
}

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }

/** The longest words on the narrowest phone: they break, and nothing overflows. */
export const LongAndNarrow: Story = {
  ...LongText,
  parameters: { width: '312px' },
  play: async ({ canvasElement }) => {
    const out = [...canvasElement.querySelectorAll<HTMLElement>('[class^="stoa-"]:not(.stoa-root)')].filter(
      (element) => element.offsetWidth > 312 && !element.closest('[role="tablist"]'),
    )
    await expect(out.map(({ className }) => className)).toEqual([])
  },
}
