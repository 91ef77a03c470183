import { settingsMessages } from '../messages.ts'

/** English texts of the profile's and the username's form. */
export const profileMessages = {
  ...settingsMessages,
  'profile.title': 'Profile',
  'profile.text': 'Everyone can see this. Your e-mail address is never shown.',
  'profile.name': 'Name',
  'profile.name.hint': 'Shown with your posts. If empty, your username is shown.',
  'profile.headline': 'Title',
  'profile.headline.hint': 'For example, your job or where you’re from.',
  'profile.about': 'About you',
  'profile.photo': 'Photo',
  'profile.picture': 'Image URL',
  'profile.picture.hint': 'An uploaded image or one on the web. If empty, your initials are shown.',
  'profile.picture.remove': 'Remove image',
  'profile.picture.invalid': 'Enter an http or https URL.',
  'profile.picture.missing': 'Couldn’t load an image from this URL. Check it, or leave the field empty.',
  'profile.tooLong': 'This is too long.',
  'username.title': 'Username',
  'username.now': 'Your username is {name}.',
  'username.field': 'New username',
  'username.hint': '3 to 20 letters, digits or underscores.',
  'username.rules':
    'Links to your old username keep working, and no one else can take it. After the first change, you can change it once every 30 days.',
  'username.invalid': 'Use 3 to 20 letters, digits or underscores.',
  'username.reserved': 'This username is reserved.',
  'username.ofCommunity': 'This is the name of a community.',
  'username.taken': 'This username is taken.',
  'username.save': 'Change username',
  'username.saved': 'Your username is now {name}.',
} as const
