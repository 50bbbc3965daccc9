# expect: recognized file extensions
mkdir o.yaml
