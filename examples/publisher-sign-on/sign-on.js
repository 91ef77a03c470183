const comments = document.querySelector('stoa-comments')
// Asked by the widget once for the page, and again each time that a session ends.
if (comments)
  comments.sso = async () => {
    const response = await fetch('/stoa-token')
    return response.status === 200 ? response.text() : null
  }
