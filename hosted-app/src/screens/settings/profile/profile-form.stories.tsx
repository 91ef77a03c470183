import { StoaError } from '@stoa/client'
import { exampleMe } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { SaveForms } from '../../../shell/save-bar.tsx'
import { ProfileForm, type ProfileFormProps } from './profile-form.tsx'
import '../settings.css'

function Form({ draft: initial, ...props }: ProfileFormProps) {
  const [draft, setDraft] = useState(initial)
  return (
    <SaveForms>
      <ProfileForm {...props} draft={draft} onDraft={setDraft} />
    </SaveForms>
  )
}

const user = exampleMe({ profileTitle: 'Keeper of the boat shed', profileAbout: 'Rows and repairs.' })

const meta: Meta<typeof ProfileForm> = {
  title: 'Forum/Settings/Profile',
  component: ProfileForm,
  args: {
    user,
    uploads: { upload: () => new Promise(() => {}) },
    picture: '',
    draft: '',
    onDraft: () => {},
    onCheckPicture: async () => {},
    onSave: async () => {},
  },
  render: (args) => <Form {...args} />,
  parameters: { width: '32rem' },
}
export default meta
type Story = StoryObj<typeof meta>

/** A member's public profile. */
export const Filled: Story = {}

/** A new member with an empty profile. */
export const Empty: Story = { args: { user: exampleMe({ profileName: '' }) } }

/** Unsaved changes are kept, and named in the save bar. */
export const Unsaved: Story = { args: { draft: JSON.stringify({ profileTitle: 'Keeper of two boat sheds' }) } }

/** An uploaded picture is shown before it is saved, and can be removed. */
export const Uploaded: Story = {
  args: { draft: JSON.stringify({ profileImageUrl: '/media/demo/ada.webp' }) },
}

/** Invalid fields show why, and the first one has focus. */
export const Wrong: Story = {
  args: { draft: JSON.stringify({ profileName: 'Palmate '.repeat(20), profileImageUrl: 'javascript:nothing' }) },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }))
  },
}

/** The picture couldn't be loaded from its address: it is not saved, and stays. */
export const PictureMissing: Story = {
  args: {
    draft: JSON.stringify({ profileImageUrl: 'https://pictures.example/gone.png' }),
    onCheckPicture: () => Promise.reject(new StoaError('VALIDATION_FAILED', { message: '' })),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }))
    await canvas.findByText(/Couldn’t load an image/)
  },
}

/** No response: no input is lost. */
export const Failed: Story = {
  args: {
    draft: JSON.stringify({ profileTitle: 'Keeper of two boat sheds' }),
    onSave: () => Promise.reject(new StoaError('NETWORK', { message: '' })),
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }))
    await canvas.findByText(/Couldn’t reach the server/)
  },
}

/** Long texts. */
export const LongText: Story = {
  args: { user: { ...user, profileAbout: 'Rows, repairs, and writes down what the weather did. '.repeat(32) } },
}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { parameters: { width: '312px' } }
