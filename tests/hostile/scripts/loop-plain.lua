-- expect: context deadline exceeded
while true do end
