// The CloudFront function in front of the page's files. A path whose last part has no dot names a place in the page, and
// every place of the page is the same file. It stands only in front of the files, so a 404 of the API stays one.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const { request } = event;
  const last = request.uri.split("/").pop();
  if (!last.includes(".")) request.uri = "/index.html";
  return request;
}
