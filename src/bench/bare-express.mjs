// The least that a service of this kind does: parses JSON, answers JSON. Prints its port once it serves.
import express from 'express'

const app = express()
app.post('/v1/posts', express.json({ limit: '256kb' }), (request, response) => {
  response.json({ result: `Your post is published. Characters: ${request.body.content.length}` })
})
// Uploads are received and thrown away.
app.post('/v1/media', (request, response) => {
  request.resume().once('end', () => response.json({ result: 'Received.\nmedia_discarded' }))
})
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : null }))
})
