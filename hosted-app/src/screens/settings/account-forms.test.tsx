import { StoaError } from '@stoa/client'
import type { Uploads } from '@stoa/client/uploads'
import { errors, type Media } from '@stoa/contract'
import { exampleMe } from '@stoa/contract/fixtures'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SaveForms } from '../../shell/save-bar.tsx'
import { ProfileForm } from './profile/profile-form.tsx'
import { UsernameForm } from './profile/username-form.tsx'
import { EmailForm } from './security/email-form.tsx'
import { PasswordForm } from './security/password-form.tsx'

const user = exampleMe({ profileTitle: 'Keeper', profileAbout: 'Rows.' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

interface ProfileProps {
  onSave: (changes: object) => Promise<unknown>
  onCheckPicture?: (address: string) => Promise<unknown>
  initial?: string
  uploads?: Uploads
}

function Profile({ onSave, onCheckPicture = async () => {}, initial = '', uploads }: ProfileProps) {
  const [draft, setDraft] = useState(initial)
  const [isSaved, setSaved] = useState(false)
  return (
    <SaveForms onSaved={() => setSaved(true)}>
      <ProfileForm
        user={user}
        draft={draft}
        uploads={uploads ?? null}
        onCheckPicture={onCheckPicture}
        onSave={onSave}
        picture={user.profileImageUrl}
        onDraft={setDraft}
      />
      <output aria-label="draft">{draft}</output>
      {isSaved && 'Saved'}
    </SaveForms>
  )
}
const draft = () => screen.getByLabelText('draft').textContent

test('a profile sends only changed fields, also emptied ones', async () => {
  const onSave = vi.fn(async () => {})
  render(<Profile onSave={onSave} />)
  await userEvent.clear(field('About you'))
  await userEvent.type(field('Name'), '!')
  await userEvent.type(field('Title'), 'x{Backspace}')
  expect(screen.getByText('2 unsaved changes', { selector: 'b span' })).toBeTruthy()
  await press('Save')
  expect(onSave).toHaveBeenCalledWith({ profileName: 'Palmate Newt!', profileAbout: '' })
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(draft()).toBe('')
})

test('unsaved changes stay, and can be discarded', async () => {
  render(<Profile onSave={() => Promise.reject(new StoaError('NETWORK', { message: '' }))} />)
  await userEvent.type(field('Name'), '!')
  await press('Save')
  expect(await screen.findByText(/Couldn’t reach the server/)).toBeTruthy()
  expect(field('Name').value).toBe('Palmate Newt!')
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Discard' }).disabled).toBe(false),
  )
  await press('Discard')
  expect(field('Name').value).toBe('Palmate Newt')
})

test('a picture of this forum is sent by its path, also if its address has the origin', async () => {
  const onSave = vi.fn(async () => {})
  render(<Profile onSave={onSave} initial={JSON.stringify({ profileImageUrl: `${location.origin}/media/ada.png` })} />)
  await press('Save')
  expect(onSave).toHaveBeenCalledWith({ profileImage: '/media/ada.png' })
})

test('a picture that can’t be loaded is not saved; the field shows an error and keeps its text', async () => {
  const onSave = vi.fn(async () => {})
  const onCheckPicture = vi.fn(() => Promise.reject(new StoaError('VALIDATION_FAILED', { message: '' })))
  const url = 'https://pictures.example/gone.png'
  render(<Profile onSave={onSave} onCheckPicture={onCheckPicture} initial={JSON.stringify({ profileImageUrl: url })} />)
  await press('Save')
  expect(await screen.findByText(/Couldn’t load an image/)).toBeTruthy()
  expect(onCheckPicture).toHaveBeenCalledWith(url)
  expect(onSave).not.toHaveBeenCalled()
  expect(screen.queryByText('Saved')).toBeNull()
  expect([field('Image URL').value, document.activeElement]).toEqual([url, field('Image URL')])
  await userEvent.type(field('Image URL'), '?')
  expect(screen.queryByText(/Couldn’t load an image/)).toBeNull()
})

test('an uploaded picture is shown at once, keeps other changes, is saved by its path, and can be removed', async () => {
  const onSave = vi.fn(async () => {})
  let resolve: (media: Media) => void = () => {}
  const upload = () => new Promise<Media>((settle) => (resolve = settle))
  render(<Profile onSave={onSave} uploads={{ upload }} />)
  const file = new File(['picture'], 'newt.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText('Add a photo', { selector: 'input' }), file)
  expect(screen.getByText('Uploading… 0%')).toBeTruthy()
  await userEvent.type(field('Title'), '!')
  const size = { width: 320, height: 240, url: '/media/x/320.webp', avifUrl: null }
  const sizes = [{ ...size, height: 80, url: '/media/x/80.webp' }, size]
  resolve({ kind: 'image', url: '/media/x/original.webp', sizes } as Media)
  await vi.waitFor(() => expect(document.querySelector('img[src="/media/x/320.webp"]')).toBeTruthy())
  await press('Save')
  expect(onSave).toHaveBeenCalledWith({ profileTitle: 'Keeper!', profileImage: '/media/x/320.webp' })
  await press('Use a link…')
  expect(document.activeElement).toBe(field('Image URL'))
  await userEvent.type(field('Image URL'), '/media/x/80.webp')
  await press('Remove')
  expect(field('Image URL').value).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a photo' }))
})

test('a picture that is too large shows the limit; a canceled one is forgotten', async () => {
  let signal: AbortSignal | undefined
  const upload = vi
    .fn<Uploads['upload']>()
    .mockRejectedValueOnce(new StoaError('MEDIA_TOO_LARGE', { message: '' }))
    .mockImplementationOnce((_file, about) => {
      signal = about.signal
      return new Promise((_resolve, reject) => {
        about.signal?.addEventListener('abort', () => reject(new StoaError('ABORTED', { message: '' })))
      })
    })
  render(<Profile onSave={async () => {}} uploads={{ upload }} />)
  const input = screen.getByLabelText('Add a photo', { selector: 'input' })
  expect(screen.getByText(/Up to 1 MB/)).toBeTruthy()
  await userEvent.upload(input, new File([new Uint8Array(1_200_000)], 'newt.png', { type: 'image/png' }))
  expect(await screen.findByText('This image is 1.2 MB. The limit is 1 MB.')).toBeTruthy()
  await userEvent.upload(input, new File(['picture'], 'newt.png', { type: 'image/png' }))
  await press('Cancel')
  expect(signal?.aborted).toBe(true)
  expect(await screen.findByText(/Up to 1 MB/)).toBeTruthy()
  expect([draft(), screen.queryByText(/Couldn’t upload the image/)]).toEqual(['', null])
})

test('a picture needs a web address, or none', async () => {
  const onSave = vi.fn(async () => {})
  render(<Profile onSave={onSave} initial={JSON.stringify({ profileImageUrl: 'javascript:alert(1)' })} />)
  await press('Save')
  expect(field('Image URL').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Image URL'))
  expect(onSave).not.toHaveBeenCalled()
  expect(document.querySelector('img[src^="javascript"]')).toBeNull()
})

test.each([
  ['USERNAME_EXISTS', undefined, 'This username is taken.'],
  ['USERNAME_RESERVED', undefined, 'This username is reserved.'],
  ['USERNAME_TOO_SOON', { retryAfterMs: 19 * 24 * 60 * 60 * 1000 }, /change it again in 19 days/],
] as const)('a refused username shows why: %s', async (code, details, words) => {
  const refusal = new StoaError(code, { ...errors[code], details })
  render(<UsernameForm username="newt" onSave={() => Promise.reject(refusal)} />)
  await userEvent.type(field('New username'), 'pond_newt{Enter}')
  expect(await screen.findByText(words)).toBeTruthy()
  expect(field('New username').value).toBe('pond_newt')
})

test('a username is validated before it is sent', async () => {
  const onSave = vi.fn(async () => {})
  render(<UsernameForm username="newt" onSave={onSave} />)
  await userEvent.type(field('New username'), 'no{Enter}')
  expect(screen.getAllByText(/^Use 3 to 20/)).toHaveLength(1)
  await userEvent.clear(field('New username'))
  await userEvent.type(field('New username'), 'Admin{Enter}')
  expect(screen.getByText('This username is reserved.')).toBeTruthy()
  expect(onSave).not.toHaveBeenCalled()
})

test('a pending address says who has to confirm, and can be sent again', async () => {
  const onChange = vi.fn(async () => {})
  render(<EmailForm email="newt@example.org" pendingEmail="other@example.org" onChange={onChange} />)
  expect(screen.getByText(/confirmed both/)).toBeTruthy()
  await press('Send it again')
  expect(onChange).toHaveBeenCalledWith('other@example.org')
  expect(await screen.findByText(/^Sent again/)).toBeTruthy()
  await userEvent.type(field('New email address'), 'third@example.org{Enter}')
  expect(onChange).toHaveBeenLastCalledWith('third@example.org')
  expect(await screen.findByText(/^We sent you an email/)).toBeTruthy()
})

test('a password is sent if it is strong and repeated, and cleared afterward', async () => {
  const onSave = vi.fn(async () => {})
  render(<PasswordForm hasPassword username="newt" onSave={onSave} />)
  await userEvent.type(field('New password'), 'Abcdef1!')
  await userEvent.type(field('Confirm new password'), 'Abcdef1{Enter}')
  expect(screen.getByText('The passwords don’t match.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Confirm new password'))
  await userEvent.type(field('Confirm new password'), '!{Enter}')
  expect(onSave).toHaveBeenCalledWith('Abcdef1!')
  expect(await screen.findByText(/other devices were signed out\.$/)).toBeTruthy()
  expect(field('New password').value).toBe('')
})

test('a new password can be shown in both fields during typing', async () => {
  render(<PasswordForm hasPassword username="newt" onSave={vi.fn()} />)
  const types = () => [field('New password').type, field('Confirm new password').type]
  expect(types()).toEqual(['password', 'password'])
  await userEvent.click(field('Show passwords'))
  expect(types()).toEqual(['text', 'text'])
})

test('canceling a reauthentication shows no error', async () => {
  const error = new StoaError('ABORTED', { message: 'It was not confirmed.' })
  render(<PasswordForm hasPassword username="newt" onSave={() => Promise.reject(error)} />)
  await userEvent.type(field('New password'), 'Abcdef1!')
  await userEvent.type(field('Confirm new password'), 'Abcdef1!{Enter}')
  expect(screen.queryByText('It was not confirmed.')).toBeNull()
  expect(field('New password').value).toBe('Abcdef1!')
})
