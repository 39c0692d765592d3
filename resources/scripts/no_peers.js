// Takes away what connects browsers with each other, in the page's own world: there are no peers in an
// archive. The flags of WebEngine let no datagram out; without these constructors it does not even open the
// sockets. The only thing that a page itself may notice.
() => {
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) delete globalThis[name];
}
