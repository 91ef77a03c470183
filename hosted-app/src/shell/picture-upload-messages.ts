/** English texts of uploading a picture. */
export const pictureUploadMessages = {
  'picture.upload': 'Upload an image',
  'picture.drop': 'Choose a file or drop it here. Up to {size} MB.',
  'picture.uploading': 'Uploading, {percent} %',
  'picture.processing': 'Almost done…',
  'picture.cancel': 'Cancel',
  'picture.tooLarge': 'This image is {size} MB. The limit is {limit} MB.',
  'picture.failed': 'Couldn’t upload the image. Please try again.',
} as const
